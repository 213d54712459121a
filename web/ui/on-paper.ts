/**
 * Calls `begin` before printing and `end` afterwards; returns a function that removes the listeners. The media
 * query covers PDF generation, which fires no print events.
 */
export function onPrint(begin: () => void, end: () => void): () => void {
  const paper = matchMedia('print')
  const change = () => (paper.matches ? begin() : end())
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  paper.addEventListener('change', change)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    paper.removeEventListener('change', change)
  }
}
