import { onPrint } from './on-paper.ts'

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
