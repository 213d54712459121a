import { Button, TextInput } from '@mantine/core'
import { IconCloudOff, IconDownload, IconPlus, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { useTerminology } from '../../api/queries.ts'
import { allowOffline } from '../../api/server-status.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { verifyManyPath } from '../../paths/cards.ts'
import { EmptyState } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useWakeLock } from '../../ui/device.ts'
import { Redirect, useNavigate, useParams } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { MemberSearch } from '../payments/index.ts'
import { attendanceFile } from './attendance-file.ts'
import { CameraPanel } from './camera-panel.tsx'
import { type Check, clockTime, countChecks } from './check.ts'
import { CheckCounts, ChecksTable } from './checks-table.tsx'
import { useWedge } from './code-reading.ts'
import { newListId, recentListId } from './stored-checks.ts'
import { LastCheck } from './last-check.tsx'
import { useCamera } from './scan-camera.ts'
import { mute, useMuted } from './scan-sounds.ts'
import { type Checker, useChecker } from './use-checker.ts'
import classes from './scanner.module.css'

/** Checks many cards at a door: by camera, by reader or typed. The address contains the id of the list. */
export default function VerifyMany() {
  const { id } = useParams()
  useEffect(allowOffline, [])
  return id === undefined ? <ToList /> : <Scanner key={id} id={id} />
}

/** Redirects to the recent list, or to a new one. */
function ToList() {
  const terminology = useTerminology()
  const [id] = useState(() => recentListId() ?? newListId(organisationToday()))
  return <Redirect to={verifyManyPath(terminology, id)} />
}

function Scanner({ id }: { id: string }) {
  const checker = useChecker(id)
  const camera = useCamera(checker.check)
  useWedge(checker.check)
  useWakeLock(camera.state === 'on')
  const { checks } = checker
  return (
    <Page title="Verificar vários" count={checks.length} tools={<Tools id={id} checks={checks} />}>
      <ContactNotice checker={checker} />
      <div className={classes.room}>
        <div className={classes.layout}>
          <div className={classes.side}>
            <LastCheck check={checks.at(-1)} />
            <CameraPanel camera={camera} />
            <CodeField onRead={checker.check} />
            {!checker.isOffline && (
              <MemberSearch
                id="sem-cartao"
                label="Sem o cartão: pesquisar pelo nome ou número"
                entry={checks.length}
                except={noExceptions}
                error={undefined}
                onChoose={(member) => void checker.checkMember(member)}
              />
            )}
          </div>
          <div className="stack">
            <CheckCounts checks={checks} />
            {checks.length > 0 ? (
              <ChecksTable checks={checks} />
            ) : (
              <EmptyState title="Ainda não há cartões nesta lista">
                A lista guarda-se neste dispositivo durante três dias e continua depois de fechar a página.
              </EmptyState>
            )}
          </div>
        </div>
      </div>
    </Page>
  )
}

const noExceptions: readonly string[] = []

function Tools({ id, checks }: { id: string; checks: readonly Check[] }) {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const isMuted = useMuted()
  return (
    <>
      <CommandButton
        icon={isMuted ? IconVolumeOff : IconVolume}
        label="Som"
        aria-pressed={!isMuted}
        onClick={() => mute(!isMuted)}
      />
      <CommandButton
        icon={IconDownload}
        label="Exportar"
        disabled={checks.length === 0}
        onClick={() =>
          saveFile(
            new Blob([attendanceFile(checks, terminology)], { type: 'text/csv' }),
            `presencas-${id}.csv`,
          )
        }
      />
      <CommandButton
        icon={IconPlus}
        label="Nova lista"
        onClick={() => navigate(verifyManyPath(terminology, newListId(organisationToday())))}
      />
    </>
  )
}

/** Input for a code or the address of a card. */
function CodeField({ onRead }: { onRead: (text: string) => void }) {
  const [text, setText] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onRead(text)
    setText('')
  }
  return (
    <form className={classes.code} onSubmit={submit}>
      <TextInput
        className={classes.field}
        label="Código do cartão"
        description="Escrito, colado ou lido por um leitor."
        value={text}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Verificar
      </Button>
    </form>
  )
}

/** While offline: how cards are checked meanwhile, and how many still need confirmation. */
function ContactNotice({ checker: { checks, known, isOffline } }: { checker: Checker }) {
  const { waiting } = countChecks(checks)
  return (
    <div role="presentation" aria-live="polite">
      {isOffline && (
        <p className={classes.notice}>
          <IconCloudOff size="1.25rem" stroke={1.5} aria-hidden />
          <span>
            <strong>Sem contacto com o servidor.</strong>{' '}
            {known
              ? `Os cartões verificam-se pela lista das ${clockTime(known.listedAt)} e confirmam-se quando a rede voltar.`
              : 'Os cartões ficam na lista e verificam-se quando a rede voltar.'}{' '}
            {waiting > 0 && `${waiting} por confirmar.`}
          </span>
        </p>
      )}
    </div>
  )
}
