import { Suspense } from 'react'
import { Input, Skeleton } from '@mantine/core'
import type { Variable } from './variable.ts'
import { lazyPart } from '../lazy-part.ts'

export interface RichTextProps {
  id: string
  label: string
  /** HTML of a few elements, with names in braces. */
  value: string
  onChange: (html: string) => void
  onBlur?: () => void
  /** What can be put in, to be filled in for each person. */
  variables: readonly Variable[]
  /** How another name in braces reads. The same function while it answers the same. */
  wordOf?: (code: string) => string
  help?: string | undefined
  error?: string | undefined
  required?: boolean
}

const Editor = lazyPart(() => import('./rich-text-editor.tsx'))

/** A text with emphasis, lists and links. Its code comes when it is needed, and its place is kept until then. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense
      fallback={
        <Input.Wrapper label={props.label} labelElement="div">
          <Skeleton h="20rem" />
        </Input.Wrapper>
      }
    >
      <Editor {...props} />
    </Suspense>
  )
}
