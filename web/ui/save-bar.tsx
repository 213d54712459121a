import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useHotkey } from './hotkeys.ts'
import { KeyCaps } from './key-caps.tsx'
import classes from './save-bar.module.css'

export interface SaveBarProps {
  /** How many fields differ from what is saved; at 0 there is no bar. */
  changes: number
  /** How many fields have errors. */
  errors?: number
  saving?: boolean
  onSave: () => void
  onDiscard: () => void
}

/** Appears when something changed: what is unsaved, and the two ways out. */
export function SaveBar({ changes, errors = 0, saving = false, onSave, onDiscard }: SaveBarProps) {
  const shown = changes > 0
  useHotkey({ keys: 'mod+s', label: 'Guardar' }, onSave, shown && !saving)
  if (!shown) return null
  return (
    <section className={classes.bar} aria-label="Alterações por guardar">
      <output className={classes.text}>
        <IconPencil size="1.125rem" stroke={1.5} aria-hidden="true" />
        <span>
          {changes === 1 ? '1 alteração por guardar' : `${changes} alterações por guardar`}
          {errors > 0 && <Errors count={errors} />}
        </span>
      </output>
      <Button variant="default" onClick={onDiscard} disabled={saving}>
        Descartar
      </Button>
      <Button onClick={onSave} loading={saving} rightSection={<KeyCaps keys="mod+s" onPrimary />}>
        Guardar
      </Button>
    </section>
  )
}

function Errors({ count }: { count: number }) {
  return (
    <>
      {' · '}
      <strong className={classes.errors}>
        {count === 1 ? '1 campo com erro' : `${count} campos com erro`}
      </strong>
    </>
  )
}
