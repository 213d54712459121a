import { Suspense, useState } from 'react'
import { ActionIcon, ColorSwatch, Skeleton } from '@mantine/core'
import { IconColorPicker } from '@tabler/icons-react'
import { lazyPart } from '../ui/lazy-part.ts'
import { Popover } from '../ui/popover.tsx'
import { shownColour } from './colour.tsx'
import type { FieldInputProps } from './field-face.ts'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'

const ColourPicker = lazyPart(() => import('./colour-picker.tsx'))

export function ColourInput(props: FieldInputProps) {
  return (
    <TypedInput
      {...props}
      format={plainText}
      parse={parseColour}
      placeholder="#2F6BB8"
      maxLength={7}
      spellCheck={false}
      leftSection={<ColorSwatch color={shownColour(props.value)} size="1.125rem" />}
      rightSection={props.readOnly ? undefined : <PickerButton {...props} />}
      rightSectionPointerEvents="all"
    />
  )
}

function PickerButton({ field, value, onChange }: FieldInputProps) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Escolher ${field.label}`}
          onClick={() => setOpened(!opened)}
        >
          <IconColorPicker size="1.125rem" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Escolher ${field.label}`}>
        <Suspense fallback={<Skeleton w="14rem" h="13rem" />}>
          <ColourPicker value={shownColour(value)} onChange={onChange} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** `2f6bb8` and `#2F6BB8` are the same colour. */
export function parseColour(typed: string): string | undefined {
  const digits = typed.trim().replace(/^#/, '').toUpperCase()
  if (/^[0-9A-F]{6}$/.test(digits)) return `#${digits}`
  return undefined
}
