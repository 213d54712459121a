import { useRef } from 'react'

/** Inserts `{code}` at the cursor of a plain text input. */
export function useInsertVariable(value: string, onChange: (text: string) => void) {
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null)

  function insert(code: string) {
    const element = box.current
    if (!element) return
    const from = element.selectionStart ?? value.length
    const to = element.selectionEnd ?? from
    const name = `{${code}}`
    onChange(value.slice(0, from) + name + value.slice(to))
    // Moves the cursor after the render that has the new text.
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(from + name.length, from + name.length)
    })
  }

  return { box, insert }
}
