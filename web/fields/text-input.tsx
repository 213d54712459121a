import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import type { FieldInputProps } from './field-face.ts'
import { maxLength } from './field-frame.tsx'
import { LoadingInput } from './lazy-input.tsx'
import { isCountry } from './text.tsx'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'

const CountryInput = lazyPart(() => import('./country-input.tsx'))

export function TextInput(props: FieldInputProps) {
  if (!isCountry(props.field)) {
    return <TypedInput {...props} format={plainText} parse={asTyped} maxLength={maxLength(props.field)} />
  }
  return (
    <Suspense fallback={<LoadingInput {...props} />}>
      <CountryInput {...props} />
    </Suspense>
  )
}

function asTyped(typed: string): string {
  return typed
}
