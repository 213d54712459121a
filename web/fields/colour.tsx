import { Suspense, useState } from 'react'
import { ActionIcon, ColorSwatch, Group, Skeleton } from '@mantine/core'
import { IconColorPicker } from '@tabler/icons-react'
import { Popover } from '../ui/popover.tsx'
import type { FieldCellProps, FieldFace, FieldInputProps } from './field-face.ts'
import { CellText, Nothing } from './text-cell.tsx'
import { plainText } from './texts.ts'
import { TypedInput } from './typed-input.tsx'
import { lazyPart } from '../ui/lazy-part.ts'

export const colour: FieldFace = { Input: ColourInput, Cell: ColourCell, toText: plainText, width: 8 }

const ColourPicker = lazyPart(() => import('./colour-picker.tsx'))

function ColourInput(props: FieldInputProps) {
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

function ColourCell({ value }: FieldCellProps) {
  const text = plainText(value)
  if (text === '') return <Nothing />
  return (
    <Group gap="xs" wrap="nowrap">
      <ColorSwatch color={shownColour(text)} size="1rem" />
      <CellText>{text}</CellText>
    </Group>
  )
}

/** `2f6bb8` and `#2F6BB8` are the same colour. */
export function parseColour(typed: string): string | undefined {
  const digits = typed.trim().replace(/^#/, '').toUpperCase()
  if (/^[0-9A-F]{6}$/.test(digits)) return `#${digits}`
  return undefined
}

function shownColour(value: unknown): string {
  return typeof value === 'string' && /^#[0-9A-Fa-f]{6}$/.test(value) ? value : 'transparent'
}
