/** Why the camera does not work. */
export type CameraProblem = 'insecure' | 'refused' | 'absent' | 'busy' | 'lost' | 'reader'

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
export function openCamera(deviceId: string | undefined): Promise<MediaStream> {
  // Despite its type, undefined on pages without HTTPS.
  const { mediaDevices } = navigator as Partial<Navigator>
  if (!mediaDevices) return Promise.reject(new DOMException('', 'SecurityError'))
  const which = deviceId === undefined ? { facingMode: 'environment' } : { deviceId: { ideal: deviceId } }
  const video = { ...which, width: { ideal: 1280 }, height: { ideal: 720 } }
  return mediaDevices.getUserMedia({ video, audio: false })
}

export async function listCameras(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
}

export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

export function problemOf(error: unknown): CameraProblem {
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

export function hasTorch(track: MediaStreamTrack): boolean {
  // Despite its type, undefined in some browsers.
  return (track as Partial<MediaStreamTrack>).getCapabilities
    ? 'torch' in (track.getCapabilities() as WithTorch<MediaTrackCapabilities>)
    : false
}

/** Switches the torch; resolves to false if the device refused. */
export async function switchTorch(track: MediaStreamTrack, isOn: boolean): Promise<boolean> {
  const constraint: WithTorch<MediaTrackConstraintSet> = { torch: isOn }
  return track.applyConstraints({ advanced: [constraint] }).then(
    () => true,
    () => false,
  )
}
