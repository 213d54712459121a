import { useServerState } from '../api/server-status.ts'
import { useOnline } from '../ui/use-online.ts'
import classes from './connection-state.module.css'

/** State of the realtime connection. */
export function ConnectionState() {
  const online = useOnline()
  const live = useServerState((state) => state.live)
  const state = online ? (live ? 'live' : 'waiting') : 'offline'
  return (
    <output className={classes.state} data-state={state} title={explanations[state]}>
      {words[state]}
    </output>
  )
}

const words = { live: 'Em direto', waiting: 'A ligar…', offline: 'Sem ligação' }
const explanations = {
  live: 'As alterações feitas por outras pessoas aparecem logo.',
  waiting: 'As alterações feitas por outras pessoas aparecem ao atualizar.',
  offline: 'Este dispositivo está sem ligação à internet.',
}
