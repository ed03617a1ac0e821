import CPulse

// The requests that read what is there. They are sent when called; the answers are awaited afterwards.
extension Connection {
  func requestInfo() -> Request<ServerInfo> {
    Request("read the server's name", on: self) { context, userdata in
      pa_context_get_server_info(
        context,
        { _, info, userdata in
          guard let request = Request<ServerInfo>.from(userdata) else { return }
          guard let info else { return request.fail(request.connection.failure(of: request.name)) }
          request.succeed(ServerInfo(info.pointee))
        }, userdata)
    }
  }

  func requestSinks() -> Request<[Sink]> {
    Request("list sinks", on: self, initial: []) { context, userdata in
      pa_context_get_sink_info_list(
        context, { Request.receive($1.map { Sink($0.pointee) }, end: $2, $3) }, userdata)
    }
  }

  func requestSources() -> Request<[Source]> {
    Request("list sources", on: self, initial: []) { context, userdata in
      pa_context_get_source_info_list(
        context, { Request.receive($1.map { Source($0.pointee) }, end: $2, $3) }, userdata)
    }
  }

  func requestSinkInputs() -> Request<[SinkInput]> {
    Request("list sink inputs", on: self, initial: []) { context, userdata in
      pa_context_get_sink_input_info_list(
        context, { Request.receive($1.map { SinkInput($0.pointee) }, end: $2, $3) }, userdata)
    }
  }

  func requestSourceOutputs() -> Request<[SourceOutput]> {
    Request("list source outputs", on: self, initial: []) { context, userdata in
      pa_context_get_source_output_info_list(
        context, { Request.receive($1.map { SourceOutput($0.pointee) }, end: $2, $3) }, userdata)
    }
  }

  func requestModules() -> Request<[Module]> {
    Request("list modules", on: self, initial: []) { context, userdata in
      pa_context_get_module_info_list(
        context, { Request.receive($1.map { Module($0.pointee) }, end: $2, $3) }, userdata)
    }
  }

  func requestClients() -> Request<[Client]> {
    Request("list clients", on: self, initial: []) { context, userdata in
      pa_context_get_client_info_list(
        context, { Request.receive($1.map { Client($0.pointee) }, end: $2, $3) }, userdata)
    }
  }
}
