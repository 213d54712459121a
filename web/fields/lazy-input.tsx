import { Suspense, type ComponentType } from 'react'
import { Input, Skeleton } from '@mantine/core'
import { comingField } from '../ui/first-field.ts'
import type { FieldInputProps } from './field-face.ts'
import { lazyPart } from '../ui/lazy-part.ts'

type Loader = () => Promise<{ default: ComponentType<FieldInputProps> }>

/** An input whose code only forms need: lists show the same fields without it. Its place is kept while it comes. */
export function lazyInput(load: Loader): ComponentType<FieldInputProps> {
  const Loaded = lazyPart(load)
  return function LazyInput(props) {
    return (
      <Suspense fallback={<ComingInput label={props.field.label} />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

/** The place of an input whose code is on its way, with the label that it will have. */
export function ComingInput({ label }: { label: string }) {
  return (
    <Input.Wrapper label={label} labelElement="div" {...comingField}>
      <Skeleton h="2.25rem" />
    </Input.Wrapper>
  )
}
