import type { Migration } from '../database/migrate.ts'

/** Version of the format. A program reads its own and earlier ones. */
export const formatVersion = 1

export const manifestPath = 'manifest.json'
export const readmePath = 'LEIA-ME.txt'
export const tablePath = (name: string) => `data/${name}.csv`
export const filesPrefix = 'files/'

/** A table as it was copied. */
export interface BackedUpTable {
  name: string
  columns: string[]
  rows: number
  /** Sum of each column of whole numbers of 64 bits: amounts in cents, and bytes. */
  sums: Record<string, string>
  /** SHA-256 of the CSV file in hexadecimal. */
  sha256: string
}

/** Contents of a backup, in `manifest.json`. */
export interface Manifest {
  format: 'agremia-backup'
  formatVersion: number
  /** Instant of the snapshot, ISO 8601. */
  madeAt: string
  organisation: string
  /** Applied migrations, in order. */
  migrations: Pick<Migration, 'name' | 'checksum'>[]
  /** Whether the backup has the keys of encrypted values. Without `SECRETS_KEY` and without a passphrase it has not: anyone could read them. */
  hasKeys: boolean
  tables: BackedUpTable[]
  /** Last value of each sequence; null when it was never used. */
  sequences: Record<string, string | null>
  /** Null when it has the rows alone, as before an upgrade. */
  files: { count: number; bytes: number } | null
}

export const readme = `Cópia de segurança da Agremia
=============================

Este ficheiro ZIP tem todos os dados da organização, em formatos abertos:

manifest.json   Quando foi feita, as tabelas com o número de linhas, as somas e o SHA-256 de
                cada ficheiro, e as migrações da base de dados (em JSON).
data/*.csv      Uma tabela da base de dados em cada ficheiro: CSV em UTF-8 com cabeçalho e
                vírgulas, como o COPY do PostgreSQL o escreve. Vazio sem aspas é «sem valor»;
                "" é um texto vazio. Valores em euros estão em cêntimos, datas em AAAA-MM-DD e
                instantes em UTC.
files/**        Fotografias, documentos e impressões. A pasta tem o nome do identificador do
                ficheiro (coluna id de data/stored_files.csv).

Com palavra-passe, o ZIP está dentro de um ficheiro age (age-encryption.org): a ferramenta age
decifra-o com «age -d».

Para repor: npm run restore -- FICHEIRO, numa instalação vazia. Para confirmar que se consegue
repor, sem alterar nada: npm run restore -- --check FICHEIRO.
`
