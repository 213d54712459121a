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

/**
 * Copies input values to `data-written` for printing (`print.css`), because a printed input would cut its text.
 */
export function printInputValues(): () => void {
  return onPrint(
    () => {
      for (const input of document.querySelectorAll<HTMLInputElement>('input.mantine-Input-input')) {
        const isText = input.type !== 'password' && getComputedStyle(input).textAlign !== 'end'
        if (isText && input.value !== '' && input.parentElement)
          input.parentElement.dataset.written = input.value
      }
    },
    () => {
      for (const holder of document.querySelectorAll<HTMLElement>('[data-written]'))
        delete holder.dataset.written
    },
  )
}
