// The functions of libexpat.so.1 that are used, each forwarded to the library, which is loaded at the first call of one.
#include "shim.h"
#include "library.h"

LIBRARY("libexpat.so.1")

FORWARD(const XML_LChar *, XML_ErrorString, (enum XML_Error code), (code))
FORWARD(XML_Size, XML_GetCurrentColumnNumber, (XML_Parser parser), (parser))
FORWARD(XML_Size, XML_GetCurrentLineNumber, (XML_Parser parser), (parser))
FORWARD(enum XML_Error, XML_GetErrorCode, (XML_Parser parser), (parser))
FORWARD(enum XML_Status, XML_Parse, (XML_Parser parser, const char *s, int len, int isFinal), (parser, s, len, isFinal))
FORWARD(XML_Parser, XML_ParserCreate, (const XML_Char *encoding), (encoding))
FORWARD(void, XML_ParserFree, (XML_Parser parser), (parser))
