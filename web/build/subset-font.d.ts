/** Types of subset-font, which has none; only the part in use. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    /** OpenType features to keep; others are removed. */
    keepFeatures: string[]
    variationAxes: Record<string, { min: number; max: number }>
  }

  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
