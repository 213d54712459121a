/** What pdfkit's font has and its types do not say. */
export interface LaidOutFont {
  layoutRun(text: string, features?: readonly string[]): unknown
}

/** Most layouts kept of one font: names and amounts of a long list come again, and memory does not grow with the list. */
const most = 20_000
const known = new WeakSet<Partial<LaidOutFont>>()

/**
 * Keeps how a font laid out its last texts. pdfkit keeps words for as long as the document is drawn, and nothing that is laid out
 * with features, such as figures of one width: laying those out again takes most of the time of a long document.
 */
export function keepLayouts(font: Partial<LaidOutFont>): void {
  // The standard font, in which nothing is written, lays nothing out.
  if (!font.layoutRun || known.has(font)) return
  known.add(font)
  const layOut = font.layoutRun.bind(font)
  const kept = new Map<string, unknown>()
  font.layoutRun = (text, features) => {
    const key = `${features?.join() ?? ''} ${text}`
    let run = kept.get(key)
    if (run === undefined) {
      run = layOut(text, features)
      if (kept.size >= most) kept.clear()
      kept.set(key, run)
    }
    return run
  }
}
