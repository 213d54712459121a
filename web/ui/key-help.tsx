import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { useHotkeys, defaultGroup, isDialogOpen, ownForm, saveKeys, type Hotkey } from './hotkeys.ts'
import { KeyCaps } from './key-caps.tsx'
import classes from './key-help.module.css'

const dialogGroup = 'Nesta janela'

/** Keys that the browser and the dialog handle. */
const dialogKeys: readonly Hotkey[] = [
  { keys: 'Tab', label: 'Campo ou botão seguinte', group: dialogGroup },
  { keys: 'Escape', label: 'Fechar', group: dialogGroup },
]

const formKeys: Hotkey = { ...saveKeys, label: 'Guardar ou confirmar' }

/** Dialog with the hotkeys that work where it was opened: in the page or in a dialog. */
export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const [isInDialog] = useState(isDialogOpen)
  const [hasForm] = useState(() => {
    const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    return place.querySelector(`${ownForm} [type="submit"]`) !== null
  })
  const bound = useHotkeys()
  const group = isInDialog ? dialogGroup : 'Num formulário'
  const own = [...(isInDialog ? dialogKeys : []), ...(hasForm ? [{ ...formKeys, group }] : [])]
  const shown = [...own, ...(isInDialog ? bound.filter(({ inDialogs }) => inDialogs) : bound)]
  const groups = Object.entries(Object.groupBy(unique(shown), ({ group = defaultGroup }) => group))
  return (
    <Dialog title="Teclas de atalho" onClose={onClose}>
      <div className={classes.groups}>
        {groups.map(([group, hotkeys = []]) => (
          <section key={group}>
            <h3 className={classes.group}>{group}</h3>
            <dl className={classes.list}>
              {hotkeys.map((hotkey) => (
                <KeyRow key={hotkey.keys} hotkey={hotkey} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** Removes duplicates: a component may both list and bind a key. */
function unique(hotkeys: readonly Hotkey[]): Hotkey[] {
  return [...new Map(hotkeys.map((hotkey) => [`${hotkey.group} ${hotkey.keys}`, hotkey])).values()]
}

function KeyRow({ hotkey }: { hotkey: Hotkey }) {
  return (
    <div className={classes.row}>
      <dt>{hotkey.label}</dt>
      <dd>
        <KeyCaps keys={hotkey.keys} spoken />
        {hotkey.alsoKeys !== undefined && (
          <>
            {' ou '}
            <KeyCaps keys={hotkey.alsoKeys} spoken />
          </>
        )}
      </dd>
    </div>
  )
}
