import { useCallback } from 'react'
import { useTerminology } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import { readableText } from './readable-text.ts'

/** Reads a kept text of a message as people say it. */
export function useReadable(): (text: unknown) => string {
  const terminology = useTerminology()
  return useCallback((text: unknown) => readableText(plainText(text), terminology), [terminology])
}
