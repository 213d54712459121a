import { useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'

/** Milliseconds without typing after which a search is sent. */
const searchDelay = 225

interface SearchText {
  /** The text to search for: the typed one after a pause, or at once when it is empty or `searchNow` was called. */
  asked: string
  /** Searches for the typed text without the pause. */
  searchNow: () => void
  /** Returns the answer to `asked`; undefined unless this is the text in the field. */
  current: <Answer>(answer: Answer | undefined) => Answer | undefined
}

/** The debounced text of a search field. Its queries have no `placeholderData`, so that results of an earlier text are neither shown nor chosen. */
export function useSearchText(typed: string): SearchText {
  const text = typed.trim()
  const [now, setNow] = useState('')
  const [debounced] = useDebouncedValue(text, searchDelay)
  const asked = text === '' || now === text ? text : debounced
  return {
    asked,
    searchNow: () => setNow(text),
    current: (answer) => (asked === text ? answer : undefined),
  }
}
