import { onPaper } from './on-paper.ts'

/** Tells the printed page (`print.css`) what each input holds, as text: an input is one line, and its end would be cut. */
export function printWrittenValues(): () => void {
  return onPaper(
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
