import { useCallback } from 'react'
import { useTerminology } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import { readableText } from './readable-text.ts'

/** Returns a function that replaces the variables of a stored text by words. */
export function useReadableText(): (text: unknown) => string {
  const terminology = useTerminology()
  return useCallback((text: unknown) => readableText(plainText(text), terminology), [terminology])
}
