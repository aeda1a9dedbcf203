/** What `serve.py build` puts into the service worker. */
declare const __SITE__: {
  build: string;
  files: { url: string; revision: string | null; integrity: string }[];
  packed: string[];
  decoder: string;
};

/** Not in every browser. */
declare var scheduler: { yield?(): Promise<void> } | undefined;
