import { Dialog } from './dialog.tsx'
import { useHotkeys, usualGroup, type Hotkey } from './hotkeys.ts'
import { KeyCaps } from './key-caps.tsx'
import classes from './key-help.module.css'

/** The list of keys that work on this page. */
export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const groups = Object.entries(Object.groupBy(named(useHotkeys()), ({ group = usualGroup }) => group))
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

/** Each key once in its group: a component may both name its keys and bind some for the whole page. */
function named(hotkeys: readonly Hotkey[]): Hotkey[] {
  return [...new Map(hotkeys.map((hotkey) => [`${hotkey.group} ${hotkey.keys}`, hotkey])).values()]
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
