import type { Caller } from '@agremia/resources/access.ts'
import type { Definition } from '@agremia/resources/define-resource.ts'
import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Ask } from './ask.ts'
import type { Words } from './describe.ts'
import type { Permitted } from './permitted.ts'
import { failed } from './results.ts'
import type { World } from '../rest/modules.ts'

// Assistants show the messages of wrong arguments.
z.config(z.locales.pt())

/** What the tools of a request know. */
export interface ToolContext {
  world: World
  caller: Caller
  permitted: Permitted
  words: Words
  ask: Ask
}

export interface Tool<Input extends z.ZodObject> {
  name: string
  /** The resources of its argument `resource`; without any, there is no such tool. */
  resources: readonly Definition[]
  title: string
  description: string
  input: (resource: z.ZodEnum) => Input
  output?: z.ZodObject
  annotations: ToolAnnotations
  run: (input: z.output<Input>) => Promise<CallToolResult>
}

export type AddTool = <Input extends z.ZodObject>(tool: Tool<Input>) => void

/** Returns a function that adds a tool to the server. Arguments that its schema does not have are refused. */
export function adderOf(server: McpServer, log: FastifyBaseLogger): AddTool {
  return ({ name, resources, input, output, run, ...config }) => {
    const [first, ...others] = resources.map((definition) => definition.name)
    if (first === undefined) return
    const inputSchema = input(z.enum([first, ...others])).strict()
    server.registerTool(
      name,
      { ...config, inputSchema, ...(output && { outputSchema: output }) },
      async (given) => {
        try {
          return await run(given as Parameters<typeof run>[0])
        } catch (error) {
          log.error({ err: error, tool: name }, 'a tool failed')
          return failed('Ocorreu um erro inesperado.')
        }
      },
    )
  }
}

export const record = z.record(z.string(), z.unknown())
export const id = z.string().min(1).max(200).describe('O `_id` do registo.')
