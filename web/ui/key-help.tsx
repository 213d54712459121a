import { Dialog } from './dialog.tsx'
import { useHotkeys, type Hotkey } from './hotkeys.ts'
import { KeyCaps } from './key-caps.tsx'
import classes from './key-help.module.css'

/** The list of keys that work on this page. */
export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const groups = Object.entries(Object.groupBy(useHotkeys(), (hotkey) => hotkey.group ?? 'Nesta página'))
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

function KeyRow({ hotkey }: { hotkey: Hotkey }) {
  return (
    <div className={classes.row}>
      <dt>{hotkey.label}</dt>
      <dd>
        <KeyCaps keys={hotkey.keys} spoken />
      </dd>
    </div>
  )
}
