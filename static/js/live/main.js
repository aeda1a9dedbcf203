/* A connection to another browser; the page loads the script when a person wants one
   (tashkalar/features/live/page/connection.py). What is sent, and what is believed, is decided in Python. */

const GATHERING_MS = 3000; // a server that tells outside addresses may not answer
const CHANNEL = { negotiated: true, id: 0 }; // both sides open the same one, so nobody has to wait for it

/** @param {RTCPeerConnection} peer */
async function gatherAddresses(peer) {
  await peer.setLocalDescription();
  if (peer.iceGatheringState === "complete") return;
  await new Promise((resolve) => {
    setTimeout(resolve, GATHERING_MS);
    peer.addEventListener("icegatheringstatechange", () => {
      if (peer.iceGatheringState === "complete") resolve(undefined);
    });
  });
}

/**
 * @param {string[]} servers
 * @param {number} longest characters of a message
 * @param {(state: LiveState) => void} onState
 * @param {(text: string) => void} onMessage
 * @returns {LiveConnection}
 */
function openLiveConnection(servers, longest, onState, onMessage) {
  const peer = new RTCPeerConnection({ iceServers: servers.length ? [{ urls: servers }] : [] });
  const channel = peer.createDataChannel("log", CHANNEL);
  let isOver = false;

  function close() {
    if (isOver) return;
    isOver = true;
    peer.close();
    onState("closed");
  }

  channel.addEventListener("open", () => { if (!isOver) onState("open"); });
  channel.addEventListener("close", close);
  channel.addEventListener("message", ({ data }) => {
    if (isOver) return;
    if (typeof data === "string" && data.length <= longest) onMessage(data);
    else close();
  });
  peer.addEventListener("connectionstatechange", () => {
    const state = peer.connectionState;
    if (state === "failed" || state === "closed") close();
    else if (state === "disconnected") onState("unsteady");
    else if (state === "connected" && channel.readyState === "open") onState("open");
  });
  return {
    async describe() {
      await gatherAddresses(peer);
      return peer.localDescription?.sdp ?? "";
    },
    accept: (sdp) => peer.setRemoteDescription({ type: "answer", sdp }),
    send(text) {
      if (isOver || channel.readyState !== "open") return false;
      channel.send(text);
      return true;
    },
    close,
  };
}

window.tashkalar.openLiveConnection = openLiveConnection;
