import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Reads the texts of the QR codes in the current frame. */
export type QrReader = (video: HTMLVideoElement) => Promise<string[]>

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's `BarcodeDetector` if it supports QR codes, otherwise ZXing (WebAssembly). */
export async function openQrReader(): Promise<QrReader> {
  return (await nativeReader()) ?? (await wasmReader())
}

async function nativeReader(): Promise<QrReader | undefined> {
  const Native = Reflect.get(window, 'BarcodeDetector') as DetectorClass | undefined
  if (!Native || !(await formatsOf(Native)).includes('qr_code')) return undefined
  const detector = new Native({ formats: ['qr_code'] })
  let fallback: Promise<QrReader> | undefined
  return async (video) => {
    if (fallback) return (await fallback)(video)
    try {
      return (await detector.detect(video)).map(({ rawValue }) => rawValue)
    } catch {
      // Android without Google services has a detector that always fails.
      fallback = wasmReader()
      return []
    }
  }
}

/** Some browsers define the class without a service behind it. */
function formatsOf(Native: DetectorClass): Promise<string[]> {
  return Native.getSupportedFormats().catch(() => [])
}

/** In pixels. A larger picture takes longer and does not help with a card held before the camera. */
const maxWidth = 960

async function wasmReader(): Promise<QrReader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  await prepareZXingModule({
    overrides: { locateFile: (path: string) => (path.endsWith('.wasm') ? wasmUrl : path) },
    fireImmediately: true,
  })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('canvas has no 2d context')
  return async (video) => {
    const scale = Math.min(1, maxWidth / video.videoWidth)
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
