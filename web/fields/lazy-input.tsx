import { lazy, Suspense, type ComponentType } from 'react'
import { Input, Skeleton } from '@mantine/core'
import { comingField } from '../ui/first-field.ts'
import type { FieldInputProps } from './field-face.ts'

type Loader = () => Promise<{ default: ComponentType<FieldInputProps> }>
type Missing = () => Promise<undefined>

const never = new Promise<never>(() => {})

/** An input whose code only forms need: lists show the same fields without it. Its place is kept while it comes. */
export function lazyInput(load: Loader): ComponentType<FieldInputProps> {
  // Code that a lost server did not send comes as nothing: the place stays until the page is loaded again.
  const Loaded = lazy(async () => (await (load() as ReturnType<Loader | Missing>)) ?? never)
  return function LazyInput(props) {
    return (
      <Suspense fallback={<Place label={props.field.label} />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

function Place({ label }: { label: string }) {
  return (
    <Input.Wrapper label={label} labelElement="div" {...comingField}>
      <Skeleton h="2.25rem" />
    </Input.Wrapper>
  )
}
