import { ActionIcon } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useHotkey } from '../ui/hotkeys.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const load = () => import('../ui/key-help.tsx')
const KeyHelp = lazyPart(load)

/** Opens the list of hotkeys. */
export function HelpButton() {
  const [open, setOpen] = useState(false)
  const show = () => setOpen(true)
  useHotkey({ keys: '?', label: 'Mostrar as teclas de atalho', group: 'Em toda a aplicação' }, show)
  return (
    <>
      <ActionIcon
        aria-label="Teclas de atalho"
        data-hint="Teclas de atalho"
        onClick={show}
        onMouseEnter={() => void load()}
        onFocus={() => void load()}
      >
        <IconHelpCircle size="1.25rem" stroke={1.5} />
      </ActionIcon>
      {open && (
        <Suspense>
          <KeyHelp onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
