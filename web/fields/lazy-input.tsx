import { Suspense, type ComponentType } from 'react'
import { Input, Skeleton } from '@mantine/core'
import { loadingField } from '../ui/first-field.ts'
import { fieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-face.ts'
import { lazyPart } from '../ui/lazy-part.ts'

type Loader = () => Promise<{ default: ComponentType<FieldInputProps> }>

/**
 * An input whose code is loaded when a form needs it; lists only need the cell. A skeleton of the same height keeps its place:
 * a press on a button that moves meanwhile would be lost.
 */
export function lazyInput(load: Loader, height?: string): InputWithCode {
  const Loaded = lazyPart(load)
  function LazyInput(props: FieldInputProps) {
    return (
      <Suspense fallback={<LoadingInput {...props} height={height} />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
  return Object.assign(LazyInput, { load })
}

/** An input, and how its code is loaded where that is apart. */
export type InputWithCode = ComponentType<FieldInputProps> & { load?: Loader }

interface LoadingInputProps extends FieldInputProps {
  height?: string | undefined
}

/** Placeholder with the label and the help of an input whose code is loading. */
export function LoadingInput({ height = '2.25rem', ...props }: LoadingInputProps) {
  const { label, description, error, withAsterisk, inputWrapperOrder } = fieldFrame(props)
  return (
    <Input.Wrapper
      {...{ label, description, error, withAsterisk, inputWrapperOrder }}
      labelElement="div"
      {...loadingField}
    >
      <Skeleton h={height} />
    </Input.Wrapper>
  )
}
