import { writeFile } from 'node:fs/promises'
import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'
import { qrBars } from '../server/pdf/qr.ts'

/** Shown by the camera for a number of frames: the QR code of a text, or nothing. */
export interface Scene {
  text: string | undefined
  frames: number
}

const width = 320
const height = 240
const framesPerSecond = 10
const white = 235
const black = 16
const noColour = 128

/** Launches a browser whose only camera plays the scenes in a loop, with permission for pages to use it. */
export async function launchWithCamera(file: string, scenes: readonly Scene[]): Promise<Browser> {
  await writeFile(file, videoOf(scenes))
  const executablePath = findChromium()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...CHROMIUM_FLAGS,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  })
}

/** Y4M: a header line; per frame a line, the luminance, and two colour planes at half width and height. */
function videoOf(scenes: readonly Scene[]): Buffer {
  const colours = Buffer.alloc((width * height) / 2, noColour)
  const frames = scenes.flatMap(({ text, frames: count }) => {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), luminanceOf(text), colours])
    return Array.from({ length: count }, () => frame)
  })
  const head = `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420\n`
  return Buffer.concat([Buffer.from(head), ...frames])
}

function luminanceOf(text: string | undefined): Buffer {
  const picture = Buffer.alloc(width * height, white)
  if (text === undefined) return picture
  const place = { x: (width - height) / 2, y: 0, w: height, h: height }
  for (const { x, y, w, h } of qrBars(text, place)) {
    for (let row = Math.round(y); row < Math.round(y + h); row++)
      picture.fill(black, row * width + Math.round(x), row * width + Math.round(x + w))
  }
  return picture
}
