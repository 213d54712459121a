import { afterEach, describe, expect, it, vi } from 'vitest'

const readBarcodes = vi.fn(() => Promise.resolve([{ text: 'by ours' }]))
vi.mock('zxing-wasm/reader', () => ({ prepareZXingModule: () => Promise.resolve(), readBarcodes }))
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => ({ default: '/reader.wasm' }))

const { openQrReader } = await import('./qr-reader.ts')
const video = { videoWidth: 640, videoHeight: 480 } as HTMLVideoElement

function stubBarcodeDetector(
  formats: () => Promise<string[]>,
  detect: () => Promise<{ rawValue: string }[]>,
): void {
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static readonly getSupportedFormats = formats
      readonly detect = detect
    },
  )
}

const pictures = { drawImage: () => undefined, getImageData: () => ({}) }

afterEach(() => readBarcodes.mockClear())

describe('QR codes', () => {
  it('are read by the browser where it supports them, without loading WebAssembly', async () => {
    stubBarcodeDetector(
      () => Promise.resolve(['ean_13', 'qr_code']),
      () => Promise.resolve([{ rawValue: 'by the browser' }]),
    )
    expect(await (await openQrReader())(video)).toEqual(['by the browser'])
    expect(readBarcodes).not.toHaveBeenCalled()
  })

  it.each([
    ['has no detector', undefined],
    ['has a detector without QR codes', () => Promise.resolve(['ean_13'])],
    ['has a detector without a service behind it', () => Promise.reject(new Error('no service'))],
  ])('are read by WebAssembly where the browser %s', async (_, formats) => {
    if (formats) stubBarcodeDetector(formats, () => Promise.resolve([]))
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pictures as never)
    expect(await (await openQrReader())(video)).toEqual(['by ours'])
  })

  it('are read by WebAssembly after the detector of the browser has failed once', async () => {
    stubBarcodeDetector(
      () => Promise.resolve(['qr_code']),
      () => Promise.reject(new DOMException('Barcode detection service unavailable.', 'NotSupportedError')),
    )
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pictures as never)
    const read = await openQrReader()
    expect(await read(video)).toEqual([])
    expect(await read(video)).toEqual(['by ours'])
  })
})
