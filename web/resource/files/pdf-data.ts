const wasm = import.meta.glob<string>('../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
})
const fonts = import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
})
const worker = import.meta.glob<string>('../../../node_modules/pdfjs-dist/build/pdf.worker.min.mjs', {
  query: '?url',
  import: 'default',
  eager: true,
})
const addresses = new Map(
  Object.entries({ ...wasm, ...fonts }).map(([path, address]) => [
    path.slice(path.lastIndexOf('/') + 1),
    address,
  ]),
)

/** The script of the thread in which pdf.js reads. */
export const workerAddress = Object.values(worker)[0] ?? ''

/** Gives pdf.js its decoders and fonts from our own files, whose names have a hash. */
export class PdfData {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = addresses.get(filename)
    const response = address === undefined ? undefined : await fetch(address)
    if (!response?.ok) throw new Error(`pdf.js has no file ${filename}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
