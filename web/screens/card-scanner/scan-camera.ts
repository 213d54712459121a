import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { openQrReader, type QrReader } from './qr-reader.ts'
import { SeenCodes } from './code-reading.ts'

export interface Camera extends CameraView {
  video: RefObject<HTMLVideoElement | null>
  scan: ScanCamera
}

/** The camera while the component is mounted; calls back with each code that comes into sight. */
export function useCamera(onRead: (text: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const latestOnRead = useRef(onRead)
  useEffect(() => {
    latestOnRead.current = onRead
  })
  const [scan] = useState(() => new ScanCamera())
  const view = useSyncExternalStore(scan.subscribe, scan.view)
  useEffect(() => {
    scan.attach(video.current, (text) => latestOnRead.current(text))
    return () => scan.detach()
  }, [scan])
  return { ...view, video, scan }
}

interface CameraView {
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
class ScanCamera {
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

/** Why the camera does not work. */
type CameraProblem = 'insecure' | 'refused' | 'absent' | 'busy' | 'lost' | 'reader'

export const cameraProblems: Record<CameraProblem, string> = {
  insecure:
    'O navegador só dá a câmara a páginas com ligação segura (https). Peça a quem instalou a aplicação, ou use um leitor ou o teclado.',
  refused:
    'O acesso à câmara está recusado. Autorize-o nas definições do navegador, junto do endereço desta página, e ligue-a de novo.',
  absent: 'Este dispositivo não tem câmara. Ligue uma, ou use um leitor ou o teclado.',
  busy: 'A câmara está a ser usada por outra aplicação. Feche-a e ligue a câmara de novo.',
  lost: 'A câmara desligou-se. Ligue-a de novo.',
  reader: 'Não foi possível carregar o leitor de códigos QR. Verifique a rede e ligue a câmara de novo.',
}

/** Opens the given camera, or the rear camera by default. Rejects with errors that `problemOf` translates. */
function openCamera(deviceId: string | undefined): Promise<MediaStream> {
  // Despite its type, undefined on pages without HTTPS.
  const { mediaDevices } = navigator as Partial<Navigator>
  if (!mediaDevices) return Promise.reject(new DOMException('', 'SecurityError'))
  const which = deviceId === undefined ? { facingMode: 'environment' } : { deviceId: { ideal: deviceId } }
  const video = { ...which, width: { ideal: 1280 }, height: { ideal: 720 } }
  return mediaDevices.getUserMedia({ video, audio: false })
}

async function listCameras(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
}

function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

function problemOf(error: unknown): CameraProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'SecurityError':
      return 'insecure'
    case 'NotAllowedError':
      return 'refused'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'absent'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'reader'
  }
}

/** `torch` is missing from the DOM types. */
type WithTorch<T> = T & { torch?: boolean }

function hasTorch(track: MediaStreamTrack): boolean {
  // Despite its type, undefined in some browsers.
  return (track as Partial<MediaStreamTrack>).getCapabilities
    ? 'torch' in (track.getCapabilities() as WithTorch<MediaTrackCapabilities>)
    : false
}

/** Switches the torch; resolves to false if the device refused. */
async function switchTorch(track: MediaStreamTrack, isOn: boolean): Promise<boolean> {
  const constraint: WithTorch<MediaTrackConstraintSet> = { torch: isOn }
  return track.applyConstraints({ advanced: [constraint] }).then(
    () => true,
    () => false,
  )
}
