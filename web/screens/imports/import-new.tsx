import type { ImportKind } from '@agremia/resources/definitions/imports.ts'
import { importMegabytes, importTypes } from '@agremia/resources/import-uploads.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { Anchor, Progress } from '@mantine/core'
import { useState } from 'react'
import { api, errorText } from '../../api/client.ts'
import { useFields, useTerminology } from '../../api/queries.ts'
import { importPath, kindParameter } from '../../paths/imports.ts'
import { FileDrop } from '../../resource/files/file-drop.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { useAddress, useNavigate } from '../../ui/router.tsx'
import { saveExample } from './downloads.ts'
import { Choice } from '../../ui/choice.tsx'
import classes from './imports.module.css'

/** Chooses what a file brings, and sends it: it is read and checked, and nothing is imported yet. */
export default function ImportNew() {
  const fields = useFields('imports')
  const terminology = useTerminology()
  const navigate = useNavigate()
  const { search } = useAddress()
  const options = fields?.kind?.options ?? []
  const asked = new URLSearchParams(search).get(kindParameter)
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [percent, setPercent] = useState<number>()
  if (!fields) return <PageSkeleton />
  const kind = chosen ?? options.find(({ value }) => value === asked)?.value ?? options[0]?.value ?? ''

  const isZip = kind === 'photos'

  async function send(file: File) {
    setProblem(undefined)
    if (file.size > importMegabytes * 1024 * 1024) {
      setProblem(`O ficheiro é demasiado grande: pode ter até ${importMegabytes} MB.`)
      return
    }
    setPercent(0)
    try {
      const answer = await api.upload<{ data: { _id: string } }>({
        path: 'imports',
        files: [file],
        fields: { kind },
        onProgress: setPercent,
        failure: 'Import upload failed',
      })
      navigate(importPath(answer.data._id))
    } catch (error) {
      setProblem(errorText(error, 'Não foi possível enviar o ficheiro.'))
      setPercent(undefined)
    }
  }

  return (
    <Page title="Importar um ficheiro" narrow>
      <div className={classes.upload}>
        <Choice
          label="O que o ficheiro traz"
          data={options.map(({ value, label }) => ({ value, label: fillTerms(label, terminology) }))}
          value={kind}
          disabled={percent !== undefined}
          onChange={(value) => setChosen(value ?? undefined)}
        />
        <FormMessage>{problem}</FormMessage>
        {percent === undefined ? (
          <FileDrop
            title={isZip ? 'Arraste para aqui o ZIP das fotografias' : 'Arraste para aqui a folha de cálculo'}
            accept={isZip ? '.zip' : importTypes}
            megabytes={importMegabytes}
            isSingle
            onFiles={([file]) => file && void send(file)}
          >
            {isZip
              ? 'Cada fotografia tem no nome o número ou o NIF, por exemplo «123.jpg». Nada é importado antes de o confirmar.'
              : 'XLSX, ODS ou CSV, como está: os títulos, as colunas e as datas são descobertos. Nada é importado antes de o confirmar.'}
          </FileDrop>
        ) : (
          <div>
            <Progress value={percent} animated={percent === 100} aria-label="Envio do ficheiro" />
            <output className={classes.note}>
              {percent < 100 ? `A enviar: ${percent}%` : 'A receber o ficheiro…'}
            </output>
          </div>
        )}
        {!isZip && (
          <p className={classes.note}>
            Não tem ainda uma lista?{' '}
            <Anchor
              component="button"
              type="button"
              fz="inherit"
              onClick={() => void saveExample(kind as ImportKind)}
            >
              Descarregar um ficheiro de exemplo
            </Anchor>
            , com os títulos de todas as colunas.
          </p>
        )}
      </div>
    </Page>
  )
}
