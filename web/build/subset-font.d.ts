/** The part of subset-font that the build uses; it brings no types. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    /** OpenType features that stay; the others go. */
    keepFeatures: string[]
    variationAxes: Record<string, { min: number; max: number }>
  }

  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
