import {
  closeCamera,
  hasTorch,
  lightTorch,
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
  /** Whether it is lit; undefined where the camera has no lamp. */
  torch: boolean | undefined
}

const off: CameraView = {
  state: 'off',
  problem: undefined,
  devices: [],
  deviceId: undefined,
  torch: undefined,
}
/** Milliseconds between two looks: a card is seen at once, and the phone stays cool. */
const pause = 80
/** The camera with which this device scanned the last time, '' where it has no id: it goes on so. */
const cameraKey = 'cartoesCamara'

/** A camera that reads QR codes: what it shows goes to a video, what it reads to a callback, once for each time in sight. */
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

  /** Takes the place where it shows; goes on by itself where it was on the last time. */
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
    // A lamp that cannot be lit stays as it is.
    if (track && (await lightTorch(track, torch))) this.#show({ ...this.#view, torch })
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

  /** Looks, and looks again, for as long as this is the camera. */
  async #watch(stream: MediaStream, video: HTMLVideoElement, read: QrReader): Promise<void> {
    const seen = new SeenCodes()
    while (this.#stream === stream) {
      // A frame that cannot be read is followed by another.
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
