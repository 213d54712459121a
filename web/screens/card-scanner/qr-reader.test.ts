import { afterEach, describe, expect, it, vi } from 'vitest'

const readBarcodes = vi.fn(() => Promise.resolve([{ text: 'by ours' }]))
vi.mock('zxing-wasm/reader', () => ({ prepareZXingModule: () => Promise.resolve(), readBarcodes }))
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => ({ default: '/reader.wasm' }))

const { openQrReader } = await import('./qr-reader.ts')
const video = { videoWidth: 640, videoHeight: 480 } as HTMLVideoElement

/** The browser's reader, as it is on some device. */
function browserReads(formats: () => Promise<string[]>, detect: () => Promise<{ rawValue: string }[]>): void {
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

describe('QR codes are read', () => {
  it('by the browser where it reads them, and ours is not even asked for', async () => {
    browserReads(
      () => Promise.resolve(['ean_13', 'qr_code']),
      () => Promise.resolve([{ rawValue: 'by the browser' }]),
    )
    expect(await (await openQrReader())(video)).toEqual(['by the browser'])
    expect(readBarcodes).not.toHaveBeenCalled()
  })

  it.each([
    ['has none', undefined],
    ['has one that reads none', () => Promise.resolve(['ean_13'])],
    ['has only the name of one', () => Promise.reject(new Error('no service'))],
  ])('by ours where the browser %s', async (_, formats) => {
    if (formats) browserReads(formats, () => Promise.resolve([]))
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pictures as never)
    expect(await (await openQrReader())(video)).toEqual(['by ours'])
  })

  it('by ours from then on where the browser’s refuses', async () => {
    browserReads(
      () => Promise.resolve(['qr_code']),
      () => Promise.reject(new DOMException('Barcode detection service unavailable.', 'NotSupportedError')),
    )
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pictures as never)
    const read = await openQrReader()
    expect(await read(video)).toEqual([])
    expect(await read(video)).toEqual(['by ours'])
  })
})
