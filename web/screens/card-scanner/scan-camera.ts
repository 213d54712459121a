import {
  closeCamera,
  hasTorch,
  switchTorch,
  listCameras,
  openCamera,
  problemOf,
  type CameraProblem,
} from './camera.ts'
import { openQrReader, type QrReader } from './qr-reader.ts'
import { SeenCodes } from './seen-codes.ts'

export interface CameraView {
  state: 'off' | 'starting' | 'on'
  problem: CameraProblem | undefined
  devices: readonly MediaDeviceInfo[]
  deviceId: string | undefined
  /** Undefined if the camera has no torch. */
  torch: boolean | undefined
}

const off: CameraView = {
  state: 'off',
  problem: undefined,
  devices: [],
  deviceId: undefined,
  torch: undefined,
}
/** Milliseconds between two frames: fast enough to seem immediate, slow enough not to heat the phone. */
const pause = 80
/** `localStorage` key of the camera last used ('' if it has no id); while set, the camera turns on by itself. */
const cameraKey = 'cartoesCamara'

/** Shows the camera in a video element and calls back with each QR code that comes into sight. */
export class ScanCamera {
  #view = off
  #stream: MediaStream | null = null
  #video: HTMLVideoElement | null = null
  #onRead: (text: string) => void = () => undefined
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly view = (): CameraView => this.#view

  /** Sets video and callback. Turns the camera on if it was on the last time. */
  attach(video: HTMLVideoElement | null, onRead: (text: string) => void): void {
    this.#video = video
    this.#onRead = onRead
    const last = localStorage.getItem(cameraKey)
    if (last !== null) void this.turnOn(last || undefined)
  }

  detach(): void {
    this.#video = null
    this.#stop()
  }

  async turnOn(deviceId?: string): Promise<void> {
    this.#stop()
    this.#show({ ...off, state: 'starting' })
    try {
      const stream = await openCamera(deviceId)
      this.#stream = stream
      await this.#begin(stream, await openQrReader())
    } catch (error) {
      this.#stop(problemOf(error))
    }
  }

  turnOff(): void {
    localStorage.removeItem(cameraKey)
    this.#stop()
  }

  async light(torch: boolean): Promise<void> {
    const [track] = this.#stream?.getVideoTracks() ?? []
    if (track && (await switchTorch(track, torch))) this.#show({ ...this.#view, torch })
  }

  async #begin(stream: MediaStream, read: QrReader): Promise<void> {
    const [video, [track]] = [this.#video, stream.getVideoTracks()]
    if (!video || !track || this.#stream !== stream) {
      closeCamera(stream)
      return
    }
    track.addEventListener('ended', () => this.#stream === stream && this.#stop('lost'))
    video.srcObject = stream
    await video.play()
    const { deviceId } = track.getSettings()
    localStorage.setItem(cameraKey, deviceId ?? '')
    const torch = hasTorch(track) ? false : undefined
    this.#show({ state: 'on', problem: undefined, devices: await listCameras(), deviceId, torch })
    void this.#watch(stream, video, read)
  }

  /** Reads frames until the camera is turned off or changed. */
  async #watch(stream: MediaStream, video: HTMLVideoElement, read: QrReader): Promise<void> {
    const seen = new SeenCodes()
    while (this.#stream === stream) {
      // Ignores errors of one frame; the next one follows.
      const texts = video.videoWidth > 0 ? await read(video).catch(() => []) : []
      if (this.#stream === stream) seen.comeIntoSight(texts, performance.now()).forEach(this.#onRead)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  #stop(problem?: CameraProblem): void {
    closeCamera(this.#stream)
    this.#stream = null
    this.#show({ ...off, problem })
  }

  #show(view: CameraView): void {
    this.#view = view
    for (const listener of this.#listeners) listener()
  }
}
