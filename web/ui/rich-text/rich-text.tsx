import { Suspense } from 'react'
import { Input, Skeleton } from '@mantine/core'
import type { Variable } from './insert-variable.tsx'
import { lazyPart } from '../lazy-part.ts'

export interface RichTextProps {
  id: string
  label: string
  /** HTML of a few elements, with placeholders in braces. */
  value: string
  onChange: (html: string) => void
  onBlur?: () => void
  /** The placeholders that can be inserted. */
  variables: readonly Variable[]
  /** Label of other placeholders. Must be a stable function while its results do not change. */
  wordOf?: (code: string) => string
  help?: string | undefined
  error?: string | undefined
  required?: boolean
}

const Editor = lazyPart(() => import('./rich-text-editor.tsx'))

/** Rich text editor, loaded on first render behind a skeleton. */
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
