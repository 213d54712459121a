import { useRef } from 'react'

/** Puts `{code}` in where the cursor is in a box of plain text, and the cursor after it. */
export function useInsertVariable(value: string, onChange: (text: string) => void) {
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null)

  function insert(code: string) {
    const element = box.current
    if (!element) return
    const from = element.selectionStart ?? value.length
    const to = element.selectionEnd ?? from
    const name = `{${code}}`
    onChange(value.slice(0, from) + name + value.slice(to))
    // Once the new text is in the box, the cursor goes after what was put in.
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(from + name.length, from + name.length)
    })
  }

  return { box, insert }
}
