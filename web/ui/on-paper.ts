/**
 * Calls `begin` before the page is printed, and `end` afterwards; answers what stops it. Documents that are made of a page
 * tell of it by the medium alone.
 */
export function onPaper(begin: () => void, end: () => void): () => void {
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
