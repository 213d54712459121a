/** Part of pdfkit's font that its types omit. */
export interface LaidOutFont {
  layoutRun(text: string, features?: readonly string[]): unknown
}

/** Maximum cached layouts per font, so that memory does not grow with the document. */
const maxLayouts = 20_000
const cachedFonts = new WeakSet<Partial<LaidOutFont>>()

/**
 * Caches a font's layouts of texts. pdfkit itself caches only words without OpenType features; laying out others again, such as
 * tabular figures, takes most of the time of a long document.
 */
export function cacheLayouts(font: Partial<LaidOutFont>): void {
  // pdfkit's standard font, which we do not use, has no `layoutRun`.
  if (!font.layoutRun || cachedFonts.has(font)) return
  cachedFonts.add(font)
  const layOut = font.layoutRun.bind(font)
  const cache = new Map<string, unknown>()
  font.layoutRun = (text, features) => {
    const key = `${features?.join() ?? ''} ${text}`
    let run = cache.get(key)
    if (run === undefined) {
      run = layOut(text, features)
      if (cache.size >= maxLayouts) cache.clear()
      cache.set(key, run)
    }
    return run
  }
}
