import { useState, type FormEvent } from 'react'
import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { Popover } from '../popover.tsx'
import { linkAddress } from './marks.ts'

/** Adds, changes or removes the link of the selected text. */
export function LinkTool({ editor, isOn }: { editor: Editor; isOn: boolean }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened}>
      <Popover.Target>
        <ActionIcon
          size="2rem"
          variant={isOn ? 'light' : 'subtle'}
          color={isOn ? 'blue' : 'gray'}
          aria-label="Ligação"
          aria-pressed={isOn}
          data-hint="Ligação"
          onClick={() => setOpened(!opened)}
        >
          <IconLink size="1.125rem" stroke={1.5} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Ligação">
        <LinkForm editor={editor} isOn={isOn} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function LinkForm({ editor, isOn, onDone }: { editor: Editor; isOn: boolean; onDone: () => void }) {
  const [typed, setTyped] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [isInvalid, setInvalid] = useState(false)

  function apply(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const href = linkAddress(typed)
    if (href === undefined) return setInvalid(true)
    const { empty } = editor.state.selection
    onDone()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (empty && !isOn)
      chain
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else chain.setLink({ href }).run()
  }

  return (
    <form data-part onSubmit={apply}>
      <TextInput
        w="18rem"
        maw="70vw"
        data-autofocus
        label="Endereço da ligação"
        placeholder="https://…"
        value={typed}
        error={isInvalid && 'Indique um endereço da Internet ou um email.'}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setInvalid(false)
        }}
      />
      <Group justify="flex-end" gap="xs" mt="sm">
        {isOn && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              onDone()
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
            }}
          >
            Retirar
          </Button>
        )}
        <Button size="xs" type="submit">
          Aplicar
        </Button>
      </Group>
    </form>
  )
}
