/* Reads QR codes with the camera; the page loads the script when a person asks for the camera
   (tashkalar/features/far/page/qr_codes.py). */

import decodeQR from "qr/decode.js";

const PAUSE_MS = 120; // between two pictures: a code stands still for longer
const VIDEO = { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } };
let request = 0; // the latest; an earlier one ends

/**
 * @param {HTMLVideoElement} video
 * @param {CanvasRenderingContext2D} context
 * @returns {string} the text of the code in the picture, "" for none
 */
function readPicture(video, context) {
  const { videoWidth: width, videoHeight: height } = video;
  if (!width || !height) return "";
  Object.assign(context.canvas, { width, height });
  context.drawImage(video, 0, 0);
  try {
    return decodeQR(context.getImageData(0, 0, width, height), { timeLimit: PAUSE_MS });
  } catch (_) {
    return ""; // no code, or only a part of one
  }
}

/**
 * @param {HTMLVideoElement} video
 * @param {() => boolean} isWanted
 */
async function readVideo(video, isWanted) {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  while (context && isWanted()) {
    const text = readPicture(video, context);
    if (text) return text;
    await new Promise((resolve) => { setTimeout(resolve, PAUSE_MS); });
  }
  return "";
}

async function read(/** @type {HTMLVideoElement} */ video) {
  const own = ++request;
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: VIDEO });
  try {
    video.srcObject = stream;
    if (own === request) await video.play();
    return await readVideo(video, () => own === request && stream.active);
  } finally {
    for (const track of stream.getTracks()) track.stop();
    if (video.srcObject === stream) video.srcObject = null;
  }
}

window.tashkalar.qrReader = { read, stop: () => { request++; } };
