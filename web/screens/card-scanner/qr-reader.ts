import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** The texts of the QR codes in what the camera sees now. */
export type QrReader = (video: HTMLVideoElement) => Promise<string[]>

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's own reader where it has one that reads QR codes, ours otherwise. */
export async function openQrReader(): Promise<QrReader> {
  return (await nativeReader()) ?? (await wasmReader())
}

async function nativeReader(): Promise<QrReader | undefined> {
  const Native = Reflect.get(window, 'BarcodeDetector') as DetectorClass | undefined
  if (!Native || !(await formatsOf(Native)).includes('qr_code')) return undefined
  const detector = new Native({ formats: ['qr_code'] })
  let instead: Promise<QrReader> | undefined
  return async (video) => {
    if (instead) return (await instead)(video)
    try {
      return (await detector.detect(video)).map(({ rawValue }) => rawValue)
    } catch {
      // Phones without the maker's services have a reader that only refuses.
      instead = wasmReader()
      return []
    }
  }
}

/** Some browsers have the name and nothing behind it. */
function formatsOf(Native: DetectorClass): Promise<string[]> {
  return Native.getSupportedFormats().catch(() => [])
}

/** A larger picture takes longer and tells no more of a card that is held before the camera. */
const widest = 960

async function wasmReader(): Promise<QrReader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  await prepareZXingModule({
    overrides: { locateFile: (path: string) => (path.endsWith('.wasm') ? wasmUrl : path) },
    fireImmediately: true,
  })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('the browser draws nothing')
  return async (video) => {
    const scale = Math.min(1, widest / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const picture = context.getImageData(0, 0, canvas.width, canvas.height)
    const found = await readBarcodes(picture, {
      formats: ['QRCode'],
      maxNumberOfSymbols: 4,
      tryInvert: false,
    })
    return found.map(({ text }) => text)
  }
}
