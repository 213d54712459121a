import { Suspense, type ComponentType } from 'react'
import { Input, Skeleton } from '@mantine/core'
import { loadingField } from '../ui/first-field.ts'
import type { FieldInputProps } from './field-face.ts'
import { lazyPart } from '../ui/lazy-part.ts'

type Loader = () => Promise<{ default: ComponentType<FieldInputProps> }>

/** An input whose code is loaded when a form needs it; lists only need the cell. A skeleton keeps its place. */
export function lazyInput(load: Loader): ComponentType<FieldInputProps> {
  const Loaded = lazyPart(load)
  return function LazyInput(props) {
    return (
      <Suspense fallback={<LoadingInput label={props.field.label} />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

/** Placeholder with the label of an input whose code is loading. */
export function LoadingInput({ label }: { label: string }) {
  return (
    <Input.Wrapper label={label} labelElement="div" {...loadingField}>
      <Skeleton h="2.25rem" />
    </Input.Wrapper>
  )
}
