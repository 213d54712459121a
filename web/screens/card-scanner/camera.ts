/** Why there is no picture. */
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

/** Opens the camera that was chosen, or the one that looks away from whoever holds the phone. Throws what `problemOf` reads. */
export function openCamera(deviceId: string | undefined): Promise<MediaStream> {
  // Absent where the page did not come safely, whatever its type says.
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

/** Capabilities and constraints of a lamp, which the types of browsers do not know. */
type Lit<T> = T & { torch?: boolean }

export function hasTorch(track: MediaStreamTrack): boolean {
  // Absent in some browsers, whatever its type says.
  return (track as Partial<MediaStreamTrack>).getCapabilities
    ? 'torch' in (track.getCapabilities() as Lit<MediaTrackCapabilities>)
    : false
}

/** Whether the lamp did as it was told. */
export async function lightTorch(track: MediaStreamTrack, isOn: boolean): Promise<boolean> {
  const lamp: Lit<MediaTrackConstraintSet> = { torch: isOn }
  return track.applyConstraints({ advanced: [lamp] }).then(
    () => true,
    () => false,
  )
}
